// SPDX-License-Identifier: MIT
#include "course/schema.h"

#include <nlohmann/json.hpp>

#include "course/keys.h"

namespace course {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(TableKind kind);

Json of_type(const char* type) {
  return {{"type", type}};
}
Json array_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}
Json map_of(Json values) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}
Json any_of(std::initializer_list<Json> shapes) {
  Json list = Json::array();
  for (const Json& shape : shapes) list.push_back(shape);
  return {{"anyOf", list}};
}
Json list_expression() {
  return any_of({of_type("string"), array_of(any_of({of_type("integer"), of_type("string")}))});
}

Json value_of(const Key& key) {
  const Json choice = {{"enum", key.choices}};
  switch (key.shape) {
    case KeyShape::Text:
      return of_type("string");
    case KeyShape::Identifier:
      return {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}};
    case KeyShape::SnakeName:
      return {{"type", "string"}, {"pattern", "^[a-z][a-z0-9_]*$"}};
    case KeyShape::Choice:
      return choice;
    case KeyShape::Choices:
      return array_of(choice);
    case KeyShape::Texts:
      return array_of(of_type("string"));
    case KeyShape::Integer:
      return of_type("integer");
    case KeyShape::Number:
      return of_type("number");
    case KeyShape::Numbers:
      return array_of(of_type("number"));
    case KeyShape::Boolean:
      return of_type("boolean");
    case KeyShape::IntExpression:
    case KeyShape::Allowed:
      return any_of({of_type("integer"), of_type("string")});
    case KeyShape::NumExpression:
      return any_of({of_type("number"), of_type("string")});
    case KeyShape::ListExpression:
    case KeyShape::Strides:
      return list_expression();
    case KeyShape::VariableTable:
      return map_of(any_of({of_type("number"), array_of(of_type("integer"))}));
    case KeyShape::Table:
      return schema_of(key.table);
    case KeyShape::Tables:
      return array_of(schema_of(key.table));
    case KeyShape::TableMap:
      return map_of(schema_of(key.table));
    case KeyShape::ChoiceOrTable:
      return any_of({choice, schema_of(key.table)});
    case KeyShape::ChoiceOrTableMap:
      return map_of(any_of({choice, schema_of(key.table)}));
    case KeyShape::ChoiceMap: {
      Json properties = Json::object();
      for (const std::string& name : key.keys) properties[name] = choice;
      return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    }
    case KeyShape::Answer:
      return any_of({of_type("number"), of_type("string"), array_of(of_type("integer"))});
  }
  return {};
}

Json schema_of(TableKind kind) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Key& key : keys_of(kind)) {
    Json value = value_of(key);
    value["description"] = key.meaning;
    properties[key.name] = std::move(value);
    if (key.required) required.push_back(key.name);
  }
  Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

}  // namespace

std::string exercise_schema() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "exercise.toml of the CUDA course"}};
  schema.update(schema_of(TableKind::Exercise));
  return schema.dump(1) + '\n';
}

}  // namespace course
