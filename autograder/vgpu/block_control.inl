// SPDX-License-Identifier: MIT
// Block<Tools>: scheduling, branches, calls, barriers, warp-wide instructions. Included by block.h
// only.
#pragma once

namespace vgpu {

template <class Tools>
BlockProgress Block<Tools>::run(std::uint64_t turns) {
  for (;;) {
    bool progress = false;
    bool unfinished = false;
    for (Warp& warp : warps_) {
      if (warp.finished()) continue;
      if (run_warp(warp)) progress = true;
      if (status_ != LaunchStatus::Ok) return BlockProgress::Stopped;
      if constexpr (Tools::kScreens) {  // the rest of such a run would be for nothing
        if (tools_.verdict() != ScreenVerdict::Clear) return BlockProgress::Stopped;
      }
      unfinished = unfinished || !warp.finished();
    }
    if (release_barriers()) progress = true;
    if (status_ != LaunchStatus::Ok) return BlockProgress::Stopped;
    if (!unfinished) {
      tools_.end_block();
      return BlockProgress::Finished;
    }
    if (!progress && !resolve_standstill()) return BlockProgress::Stopped;
    if (turns-- == 0) return BlockProgress::Paused;
  }
}

/// Runs the warp until nothing in it is ready or its turn is over. True when it did anything.
template <class Tools>
bool Block<Tools>::run_warp(Warp& warp) {
  bool did_something = false;
  const std::uint64_t end = clock_ + kTurn;
  while (status_ == LaunchStatus::Ok && clock_ < end) {
    const int index = warp.ready_path();
    if (index < 0) {
      if (warp.finished() || !match_collectives(warp)) break;
      did_something = true;
      continue;
    }
    did_something = true;
    yielded_ = false;
    run_path(warp, static_cast<std::size_t>(index));
    if (yielded_ && !warp.several_ready()) break;
  }
  return did_something;
}

/// False when the lanes waited for a phase that has not ended: others should run first.
template <class Tools>
bool Block<Tools>::mbarrier(Warp& warp, const Path& path, const Instr& in, Mask active,
                            SiteId site) {
  if ((in.op.imm & kWaitsForCopies) != 0) {
    tools_.async({AsyncStep::WaitAll, 0, site, warp.number(), active});
  }
  run_ = shapes_.new_run();
  memory(warp, path, in, lanes_of(warp, path, active), site);
  if (path.frame->function->memory_ops[in.extra].test == nullptr) return true;
  return (*lanes_of(warp, path, active).template result<Mask>(in.op.dst[0]) & active) == active;
}

/// Runs one path until it ends, waits, splits, or has had its turn. The result says nothing of
/// interest yet.
template <class Tools>
bool Block<Tools>::run_path(Warp& warp, std::size_t index) {
  const std::uint64_t end = clock_ + kSharedTurn;
  for (;;) {
    Path& path = warp.paths()[index];
    const Instr& in = path.frame->function->code[path.pc];
    if (in.meeting_point && !warp.meet(index)) return false;
    if (clock_ >= end) {
      if (path.frame->function->spins_at(path.pc)) warp.release_waiting(index);
      warp.rotate(index);
      return true;
    }
    if (in.run > 1 && clock_ + in.run <= end && clock_ + in.run <= budget_) {
      run_straight(warp, path, in.run);
      continue;
    }
    const SiteId site = site_of(path);
    Mask active = path.mask;
    if (in.guard != kNoGuard) {
      Mask guard = 0;
      std::memcpy(&guard, path.frame->registers + in.guard, sizeof guard);
      active &= in.guard_negated ? ~guard : guard;
    }
    ++clock_;
    count_issues(site, 1, active);
    if (clock_ > budget_) {
      stop(LaunchStatus::InstructionLimit, ExecutionProblem::InstructionLimit, warp, site,
           path.mask);
      return false;
    }
    switch (in.kind) {
      case Kind::Lane:
        if (active != 0) in.handler(lanes_of(warp, path, active), in.op);
        ++path.pc;
        continue;
      case Kind::Load:
      case Kind::Store:
      case Kind::Atomic:
        run_ = shapes_.new_run();
        if (active != 0) memory(warp, path, in, lanes_of(warp, path, active), site);
        ++path.pc;
        continue;
      case Kind::FrameMove:
        if (active != 0) frame_move(warp, path, in, active);
        ++path.pc;
        continue;
      case Kind::AsyncCopy:
        if (active != 0) async_copy(warp, path, in, active, site);
        ++path.pc;
        continue;
      case Kind::Branch:
        if (!branch(warp, index, in, active, site)) return false;
        continue;
      default:
        break;
    }
    if (active == 0) {  // none of the rest does anything then
      ++path.pc;
      continue;
    }
    switch (in.kind) {
      case Kind::LocalAddress: {
        const Address window = (in.op.imm >> 16) != 0 ? address_map::kLocalFirst : 0;
        const Lanes lanes = lanes_of(warp, path, active);
        for (Mask left = active; left != 0; left &= left - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(left));
          const Address address = window + path.frame->local_base + in.extra;
          if ((in.op.imm & 0xFF) == 64) {
            lanes.result<std::uint64_t>(in.op.dst[0])[lane] = address;
          } else {
            lanes.result<std::uint32_t>(in.op.dst[0])[lane] = static_cast<std::uint32_t>(address);
          }
        }
        ++path.pc;
        continue;
      }
      case Kind::Clock: {
        const Lanes lanes = lanes_of(warp, path, active);
        for (Mask left = active; left != 0; left &= left - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(left));
          const std::uint64_t value = clock_ >> in.extra;
          if (in.op.imm == 64) {
            lanes.result<std::uint64_t>(in.op.dst[0])[lane] = value;
          } else {
            lanes.result<std::uint32_t>(in.op.dst[0])[lane] = static_cast<std::uint32_t>(value);
          }
        }
        ++path.pc;
        continue;
      }
      case Kind::Fence:
        tools_.fence({site, warp.number(), active, static_cast<ptx::Scope>(in.extra),
                      static_cast<ptx::Semantics>(in.op.imm)});
        ++path.pc;
        continue;
      case Kind::AsyncStep:
        tools_.async({static_cast<AsyncStep>(in.op.imm), in.extra, site, warp.number(), active});
        ++path.pc;
        continue;
      case Kind::Tensor:
        if (!tensor(warp, path, in, active, site)) return false;
        ++path.pc;
        continue;
      case Kind::Mbarrier:
        if (mbarrier(warp, path, in, active, site)) {
          ++path.pc;
          continue;
        }
        ++path.pc;
        yielded_ = true;
        warp.rotate(index);
        return true;
      case Kind::Skip:
        ++path.pc;
        continue;
      case Kind::Yield:
        ++path.pc;
        yielded_ = true;
        warp.rotate(index);
        return true;
      case Kind::Collective:
      case Kind::WarpBarrier:
        if (!collective(warp, index, in, active, site)) return false;
        continue;
      case Kind::Barrier:
        if (!barrier(warp, index, in, active, site)) return false;
        continue;
      case Kind::Call:
        if (!call(warp, index, in, active, site)) return false;
        continue;
      case Kind::Return:
        if (path.mask != active) ++path.pc;
        if (!warp.return_lanes(index, active)) return false;
        continue;
      case Kind::Exit:
        if (path.mask != active) ++path.pc;
        if (!warp.exit_lanes(index, active)) return false;
        continue;
      case Kind::Trap:
        stop(LaunchStatus::Trap, ExecutionProblem::Trap, warp, site, active);
        return false;
      default:
        stop(LaunchStatus::NotModelled, ExecutionProblem::NotModelled, warp, site, active,
             launch_.program->instructions[site]);
        return false;
    }
  }
}

/// Instructions that go straight, for all lanes of the path: nothing to decide between them.
template <class Tools>
void Block<Tools>::run_straight(Warp& warp, Path& path, std::uint32_t count) {
  const Lanes lanes = lanes_of(warp, path, path.mask);
  const SiteId first = site_of(path);
  const Instr* code = path.frame->function->code.data() + path.pc;
  run_ = shapes_.new_run();
  clock_ += count;
  count_issues(first, count, path.mask);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instr& in = code[i];
    if (in.kind == Kind::Lane) {
      in.handler(lanes, in.op);
    } else if (in.kind != Kind::Skip) {
      memory(warp, path, in, lanes, first + i);
    }
  }
  path.pc += count;
}

template <class Tools>
void Block<Tools>::count_issues(SiteId site, std::uint32_t count, Mask lanes) {
  const auto active =
      static_cast<std::uint64_t>(lanes == kFullMask ? int{kWarpSize} : std::popcount(lanes));
  issues_[site] += 1;
  issues_[site + count] -= 1;
  lanes_issued_[site] += active;
  lanes_issued_[site + count] -= active;
}

template <class Tools>
void Block<Tools>::report_executed() {
  std::partial_sum(issues_.begin(), issues_.end(), issues_.begin());
  std::partial_sum(lanes_issued_.begin(), lanes_issued_.end(), lanes_issued_.begin());
  const std::size_t sites = issues_.size() - 1;  // the last one only ends runs
  tools_.executed({issues_.data(), sites}, {lanes_issued_.data(), sites});
  std::ranges::fill(issues_, 0);
  std::ranges::fill(lanes_issued_, 0);
}

template <class Tools>
void Block<Tools>::stop(LaunchStatus status, ExecutionProblem problem, const Warp& warp,
                        SiteId site, Mask mask, std::string text) {
  status_ = status;
  ProblemEvent event;
  event.problem = problem;
  event.site = site;
  event.warp = warp.number();
  event.mask = mask;
  event.text = std::move(text);
  tools_.problem(event);
}

/// False when the path that ran is gone (it was split).
template <class Tools>
bool Block<Tools>::branch(Warp& warp, std::size_t index, const Instr& in, Mask active,
                          SiteId site) {
  Path& path = warp.paths()[index];
  const BranchOp& op = path.frame->function->branches[in.extra];
  const Mask staying = path.mask & ~active;
  if (!op.indexed && (active == 0 || staying == 0)) {
    const std::uint32_t target = active != 0 ? op.targets[0] : path.pc + 1;
    if (op.leaves_loop) {
      warp.leave_loops(index, target);
    } else {
      path.pc = target;
    }
    return true;
  }
  groups_.clear();
  if (op.indexed) {
    const auto* chosen = lanes_of(warp, path, active).template source<std::uint32_t>(in.op.src[0]);
    for (std::size_t i = 0; i < op.targets.size(); ++i) {
      Mask lanes = 0;
      for (Mask left = active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (std::min<std::size_t>(chosen[lane], op.targets.size() - 1) == i)
          lanes |= Mask{1} << lane;
      }
      if (lanes != 0) groups_.push_back({op.targets[i], lanes});
    }
  } else {
    groups_.push_back({op.targets[0], active});
  }
  if (staying != 0) groups_.push_back({path.pc + 1, staying});
  if (groups_.size() == 1) {
    warp.leave_loops(index, groups_[0].target);
    return true;
  }
  tools_.divergent_branch(site);
  warp.split(index, groups_);
  return false;
}

/// False when the path that ran is gone (it waits for its callee).
template <class Tools>
bool Block<Tools>::call(Warp& warp, std::size_t index, const Instr& in, Mask active, SiteId site) {
  const Path& path = warp.paths()[index];
  const CallOp& op = path.frame->function->calls[in.extra];
  if (!op.indirect) return call_function(warp, index, op, op.function, active, site);
  const auto* targets = lanes_of(warp, path, active).template source<std::uint64_t>(op.target);
  const std::uint64_t first = targets[std::countr_zero(active)];
  Mask same = 0;
  for (Mask left = active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (targets[lane] == first) same |= Mask{1} << lane;
  }
  const std::uint64_t function = first - address_map::kFunctionFirst;
  if (function >= launch_.program->functions.size() ||
      launch_.program->functions[function].is_entry) {
    stop(LaunchStatus::IllegalAddress, ExecutionProblem::NotModelled, warp, site, same,
         "call through a pointer that is not the address of a device function");
    return false;
  }
  if (!passes_what_it_takes(op, launch_.program->functions[function])) {
    stop(LaunchStatus::IllegalAddress, ExecutionProblem::NotModelled, warp, site, same,
         "call through a pointer to a function with other parameters than the call passes");
    return false;
  }
  if (same != active) {
    // Lanes with other targets call later: they stay at this instruction as a path of their own.
    tools_.divergent_branch(site);
    const std::uint32_t pc = path.pc;
    warp.split(index, {{pc, path.mask & ~same}, {pc, same}}, pc + 1);
    index = warp.paths().size() - 1;
  }
  return call_function(warp, index, op, static_cast<std::uint32_t>(function), same, site) &&
         same == active;
}

template <class Tools>
bool Block<Tools>::call_function(Warp& warp, std::size_t index, const CallOp& op,
                                 std::uint32_t function, Mask active, SiteId site) {
  const FunctionCode& callee = launch_.program->functions[function];
  if (callee.has_body) {
    if (warp.call(index, active, op, callee) == nullptr) {
      stop(LaunchStatus::StackOverflow, ExecutionProblem::StackOverflow, warp, site, active);
    }
    return false;
  }
  if (callee.system != SystemFunction::None)
    return system_call(warp, index, op, callee, active, site);
  if (callee.native.handler == nullptr) {
    stop(LaunchStatus::NotModelled, ExecutionProblem::NotModelled, warp, site, active,
         "call of " + callee.name + ", a function that is neither in the program nor known");
    return false;
  }
  // A function of the engine: arguments and results are scalars, so their areas are slots.
  Path& path = warp.paths()[index];
  LaneOp lane_op;
  for (std::size_t i = 0; i < std::min(op.arguments.size(), lane_op.src.size()); ++i) {
    lane_op.src[i] = Slot::at(Bank::Registers, op.arguments[i].offset);
  }
  for (std::size_t i = 0; i < std::min(op.returns.size(), lane_op.dst.size()); ++i) {
    lane_op.dst[i] = Slot::at(Bank::Registers, op.returns[i].offset);
  }
  callee.native.handler(lanes_of(warp, path, active), lane_op);
  ++path.pc;
  return true;
}

/// The first lane's group of equal member masks executes if it is complete; else it waits for the
/// lanes it names. False when the path that ran is gone or waits.
template <class Tools>
bool Block<Tools>::collective(Warp& warp, std::size_t index, const Instr& in, Mask active,
                              SiteId site) {
  const unsigned operand = in.kind == Kind::WarpBarrier ? 0 : in.extra;
  const Path& path = warp.paths()[index];
  const auto* given = lanes_of(warp, path, active).template source<Mask>(in.op.src[operand]);
  std::array<Mask, kWarpSize> masks{};
  std::copy_n(given, kWarpSize, masks.begin());
  for (Mask left = active; left != 0;) {
    const Mask members = masks[static_cast<std::size_t>(std::countr_zero(left))];
    Mask group = 0;
    for (Mask others = left; others != 0; others &= others - 1) {
      const int lane = std::countr_zero(others);
      if (masks[static_cast<std::size_t>(lane)] == members) group |= Mask{1} << lane;
    }
    left &= ~group;
    if ((group & ~members) != 0) {
      ProblemEvent event;
      event.problem = ExecutionProblem::InvalidMask;
      event.site = site;
      event.warp = warp.number();
      event.mask = group & ~members;
      event.detail = members;
      tools_.problem(event);
    }
    if ((members & warp.live() & ~group) == 0) {
      if (in.kind == Kind::Collective)
        in.handler(lanes_of(warp, warp.paths()[index], group), in.op);
      tools_.warp_sync({site, warp.number(), group, in.kind == Kind::WarpBarrier, members,
                        members & warp.exited()});
      continue;
    }
    const std::size_t waiting =
        group == warp.paths()[index].mask ? index : warp.detach_lanes(index, group);
    warp.paths()[waiting].wait = Wait::Collective;
    warp.paths()[waiting].members = members;
    if (waiting == index) return false;
  }
  ++warp.paths()[index].pc;
  return true;
}

/// Lets paths go on that wait for each other at a warp-wide instruction, once all lanes they name
/// are there.
template <class Tools>
bool Block<Tools>::match_collectives(Warp& warp) {
  for (std::size_t i = 0; i < warp.paths().size(); ++i) {
    const Path path = warp.paths()[i];
    if (path.wait != Wait::Collective) continue;
    const bool barrier = path.frame->function->code[path.pc].kind == Kind::WarpBarrier;
    Mask together = 0;
    for (const Path& other : warp.paths()) {
      const bool same_place = other.pc == path.pc && other.frame == path.frame;
      const bool both_barriers =
          barrier && other.frame->function->code[other.pc].kind == Kind::WarpBarrier;
      if (other.wait == Wait::Collective && other.members == path.members &&
          (same_place || both_barriers)) {
        together |= other.mask;
      }
    }
    if ((path.members & warp.live() & ~together) != 0) continue;
    fire_collective(warp, path, together);
    return true;
  }
  return false;
}

/// The waiting paths whose lanes are in `lanes` execute their warp-wide instruction together.
template <class Tools>
void Block<Tools>::fire_collective(Warp& warp, const Path& like, Mask lanes) {
  const Instr& in = like.frame->function->code[like.pc];
  if (in.kind == Kind::Collective) in.handler(lanes_of(warp, like, lanes), in.op);
  tools_.warp_sync({site_of(like), warp.number(), lanes, in.kind == Kind::WarpBarrier, like.members,
                    like.members & warp.exited()});
  for (Path& path : warp.paths()) {
    if (path.wait != Wait::Collective || (path.mask & lanes) == 0 || path.members != like.members)
      continue;
    path.wait = Wait::None;
    ++path.pc;
  }
}

/// False when the path that ran waits now.
template <class Tools>
bool Block<Tools>::barrier(Warp& warp, std::size_t index, const Instr& in, Mask active,
                           SiteId site) {
  const Path& path = warp.paths()[index];
  const BarrierOp& op = path.frame->function->barriers[in.extra];
  const Lanes lanes = lanes_of(warp, path, active);
  const auto first = static_cast<std::size_t>(std::countr_zero(active));
  const std::uint32_t id = lanes.source<std::uint32_t>(in.op.src[0])[first] % kBarrierCount;
  const std::uint32_t needed = op.has_count ? lanes.source<std::uint32_t>(in.op.src[1])[first] : 0;
  const bool reduces = op.form >= BarrierForm::RedPopc;
  const Mask true_lanes = reduces ? lanes.predicate(in.op, 2) & active : 0;
  barriers_.arrive(id, warp.number(), active, warp.live(), true_lanes, needed, op.form, site);
  if (op.form == BarrierForm::Arrive) {
    tools_.arrive({id, site, warp.number(), active});
    ++warp.paths()[index].pc;
    return true;
  }
  if (active == path.mask) {
    warp.paths()[index].wait = Wait::Barrier;
    warp.paths()[index].barrier = id;
    return false;
  }
  const std::size_t waiting = warp.detach_lanes(index, active);
  warp.paths()[waiting].wait = Wait::Barrier;
  warp.paths()[waiting].barrier = id;
  ++warp.paths()[index].pc;
  return true;
}

/// Completes barriers that all their threads have reached. True when any did.
template <class Tools>
bool Block<Tools>::release_barriers() {
  std::vector<Mask> live, exited;
  bool any = false;
  for (std::uint32_t id = 0; id < kBarrierCount; ++id) {
    if (!barriers_.state(id).busy()) continue;
    if (live.empty()) {
      for (const Warp& warp : warps_) {
        live.push_back(warp.live());
        exited.push_back(warp.exited());
      }
    }
    if (!barriers_.complete(id, live)) continue;
    const BarrierState& state = barriers_.state(id);
    if (state.other_site != kNoSite && state.needed == 0) {
      status_ = LaunchStatus::BarrierDivergence;
      ProblemEvent event;
      event.problem = ExecutionProblem::BarrierDivergence;
      event.site = state.first_site;
      event.other_site = state.other_site;
      for (std::uint32_t warp = 0; warp < info_.warps && event.mask == 0; ++warp) {
        event.warp = warp;
        if (state.sites[warp] == state.other_site) event.mask = state.arrived[warp];
      }
      tools_.problem(event);
      return true;
    }
    tools_.barrier({id, state.arrived, state.sites, exited, state.needed == 0, state.arrived_only});
    std::uint32_t total = 0;
    bool all = true, some = false;
    for (std::uint32_t warp = 0; warp < info_.warps; ++warp) {
      total += static_cast<std::uint32_t>(std::popcount(state.predicate[warp]));
      all = all && state.predicate[warp] == state.arrived[warp];
      some = some || state.predicate[warp] != 0;
    }
    for (Warp& warp : warps_) {
      for (Path& path : warp.paths()) {
        if (path.wait != Wait::Barrier || path.barrier != id) continue;
        const Instr& in = path.frame->function->code[path.pc];
        const BarrierForm form = path.frame->function->barriers[in.extra].form;
        const Lanes lanes = lanes_of(warp, path, path.mask);
        if (form == BarrierForm::RedPopc) {
          for (Mask left = path.mask; left != 0; left &= left - 1) {
            lanes.result<std::uint32_t>(in.op.dst[0])[std::countr_zero(left)] = total;
          }
        } else if (form != BarrierForm::Sync) {
          lanes.set_predicate(in.op.dst[0],
                              (form == BarrierForm::RedAnd ? all : some) ? kFullMask : 0);
        }
        path.wait = Wait::None;
        ++path.pc;
      }
    }
    barriers_.reset(id);
    any = true;
  }
  return any;
}

/// Nothing in the block can go on. Warp-wide instructions whose lanes will not come are reported
/// and done without them; a barrier that cannot complete ends the block. True when the block can go
/// on.
template <class Tools>
bool Block<Tools>::resolve_standstill() {
  for (Warp& warp : warps_) {
    for (std::size_t i = 0; i < warp.paths().size(); ++i) {
      const Path path = warp.paths()[i];
      if (path.wait != Wait::Collective) continue;
      ProblemEvent event;
      event.problem = ExecutionProblem::InvalidMask;
      event.site = site_of(path);
      event.warp = warp.number();
      event.mask = path.mask;
      event.detail = path.members;
      tools_.problem(event);
      fire_collective(warp, path, path.mask);
      return true;
    }
  }
  ProblemEvent event;
  event.problem = ExecutionProblem::Deadlock;
  status_ = LaunchStatus::Deadlock;
  for (Warp& warp : warps_) {
    for (const Path& path : warp.paths()) {
      if (path.wait != Wait::Barrier) continue;
      const SiteId site = site_of(path);
      if (event.site == kNoSite) {
        event.problem = ExecutionProblem::BarrierDivergence;
        status_ = LaunchStatus::BarrierDivergence;
        event.site = site;
        event.warp = warp.number();
        event.mask = path.mask;
      } else if (event.site != site && event.other_site == kNoSite) {
        event.other_site = site;
      }
    }
  }
  tools_.problem(event);
  return false;
}

}  // namespace vgpu
