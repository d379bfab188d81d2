// SPDX-License-Identifier: MIT
#include "course/realise.h"

#include "base/hash.h"
#include "course/fill.h"

namespace course {
namespace {

bool is_filled(Role role) {
  return role == Role::Input || role == Role::Inout || role == Role::Metadata;
}

}  // namespace

base::Result<RealCase> realise(const Exercise& exercise, const Case& the_case,
                               std::string_view salt, std::uint64_t limit_bytes) {
  base::Result<RealCase> planned = plan_case(exercise, the_case, limit_bytes);
  if (!planned) return planned;
  const Entry& entry = *exercise.find_entry(the_case.entry);
  for (std::size_t i = 0; i < planned->parameters.size(); ++i) {
    RealParameter& parameter = planned->parameters[i];
    if (!parameter.is_pointer) continue;
    parameter.mask = parameter.view.mask();
    if (!is_filled(parameter.role)) {
      parameter.storage.resize(static_cast<std::size_t>(parameter.view.storage) *
                               size_of(parameter.element));
      poison(parameter.element, parameter.storage);
      continue;
    }
    const base::Result<RealFill> fill =
        plan_fill(fill_of(entry.parameters[i], the_case), parameter.element, parameter.view,
                  the_case.variables);
    if (!fill) return fill.errors();
    const std::uint64_t seed = base::HashBuilder()
                                   .add(salt)
                                   .add(exercise.path)
                                   .add(the_case.key)
                                   .add(the_case.seed)
                                   .add(parameter.name)
                                   .number();
    parameter.storage = fill_storage(*fill, parameter.element, parameter.view, seed);
  }
  if (planned->result) planned->parameters.push_back(*planned->result);
  return planned;
}

}  // namespace course
