// SPDX-License-Identifier: MIT
#include "checkers/initcheck.h"

#include <catch2/catch.hpp>

#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using test::at;
using test::atomic;
using test::load;
using test::store;
using test::strided;

std::uint64_t check(Initcheck& client, test::Scene& scene, test::Access access) {
  Initcheck before = client;
  client.begin_block(scene.block(0));
  client.access(access.event());
  std::uint64_t count = 0;
  for (const auto& finding : client.finish()) count += finding.count;
  for (const auto& finding : before.finish()) count -= finding.count;
  return count;
}

}  // namespace

TEST_CASE("bytes that nobody wrote are reported where they are read", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 256);
  Initcheck client(scene.info);
  CHECK(check(client, scene, load(3, a, strided(0, 4))) == 32);
  CHECK(check(client, scene, store(4, a, strided(0, 4))) == 0);
  CHECK(check(client, scene, load(5, a, strided(0, 4))) == 0);
  CHECK(check(client, scene, load(6, a, strided(64, 4))) == 16);
  CHECK(check(client, scene, load(7, a, at(128))) == 32);
  CHECK(check(client, scene, load(8, a, at(12))) == 0);
  const auto findings = client.finish();
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].kind == "uninitialized_read");
  CHECK(findings[0].line == 3);
  CHECK_THAT(findings[1].message, Catch::Contains("a[32] in global memory"));
  CHECK(findings[1].thread == protocol::Dim3{16, 0, 0});
}

TEST_CASE("one missing byte of an element is enough", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 256);
  Initcheck client(scene.info);
  CHECK(check(client, scene, store(4, a, at(0)).bytes(2).mask(1)) == 0);
  CHECK(check(client, scene, load(5, a, at(0)).bytes(2).mask(1)) == 0);
  CHECK(check(client, scene, load(6, a, at(0)).bytes(4).mask(1)) == 1);
}

TEST_CASE("an atomic reads before it writes", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 256);
  Initcheck client(scene.info);
  CHECK(check(client, scene, atomic(3, a, at(0)).mask(1)) == 1);
  CHECK(check(client, scene, atomic(4, a, at(0))) == 0);
  CHECK(check(client, scene, load(5, a, at(0))) == 0);
}

TEST_CASE("strided stores mark only what they write", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 512);
  Initcheck client(scene.info);
  CHECK(check(client, scene, store(3, a, strided(0, 8))) == 0);
  CHECK(check(client, scene, load(4, a, strided(0, 8))) == 0);
  CHECK(check(client, scene, load(5, a, strided(4, 8))) == 32);
  CHECK(check(client, scene, load(6, a, strided(0, 4))) == 16);
}

TEST_CASE("memory that came full is never reported", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 256);
  a.initialized.insert_all();
  Initcheck client(scene.info);
  CHECK(check(client, scene, load(3, a, strided(0, 4))) == 0);
}

TEST_CASE("shared and local memory are watched too", "[checkers][initcheck]") {
  test::Scene scene;
  vgpu::Segment& s = scene.shared("s", 256);
  Initcheck client(scene.info);
  CHECK(check(client, scene, load(3, s, at(192)).mask(1)) == 1);
  CHECK_THAT(client.finish()[0].message, Catch::Contains("s[48] in shared memory"));

  std::array<vgpu::ByteSet, 32> local;
  for (vgpu::ByteSet& set : local) set = vgpu::ByteSet(64);
  const auto local_access = [&](vgpu::AccessKind kind, vgpu::Mask mask) {
    test::Access access(kind, 9, s, at(8));
    vgpu::WarpAccess event = access.mask(mask).event();
    event.space = ptx::Space::Local;
    event.segment = nullptr;
    event.local_initialized = local.data();
    client.access(event);
  };
  local_access(vgpu::AccessKind::Store, 0xF);
  local_access(vgpu::AccessKind::Load, 0xF);
  CHECK(client.finish().size() == 1);
  local_access(vgpu::AccessKind::Load, 0x1F);
  REQUIRE(client.finish().size() == 2);
  CHECK_THAT(client.finish()[1].message, Catch::Contains("local variable"));
}

namespace {

/// A scene whose loads of 8 bytes on line 5 only go into the stores of line 6.
struct Copying {
  test::Scene scene;
  std::vector<vgpu::ValueFlow> flows{test::Scene::kSites};
  vgpu::Segment& a = scene.global("a", 256);
  vgpu::Segment& b = scene.global("b", 256);

  Copying() {
    flows[5].copied = 1;
    flows[6].from[0] = 5;
    scene.info.flows = flows;
  }
};

}  // namespace

TEST_CASE("padding travels with a structure and is missed where it is used",
          "[checkers][initcheck]") {
  Copying copying;
  auto& [scene, flows, a, b] = copying;
  Initcheck client(scene.info);
  CHECK(check(client, scene, store(3, a, strided(0, 8)).bytes(1)) == 0);
  CHECK(check(client, scene, load(5, a, strided(0, 8)).bytes(8)) == 0);
  CHECK(check(client, scene, store(6, b, strided(0, 8)).bytes(8)) == 0);
  CHECK(check(client, scene, load(7, b, strided(0, 8)).bytes(1)) == 0);
  CHECK(check(client, scene, load(8, b, strided(4, 8)).bytes(4)) == 32);
  CHECK(check(client, scene, load(9, a, strided(0, 8)).bytes(8)) == 32);
}

TEST_CASE("a value of which nothing was written is missed where it is copied",
          "[checkers][initcheck]") {
  Copying copying;
  Initcheck client(copying.scene.info);
  CHECK(check(client, copying.scene, load(5, copying.a, strided(0, 8)).bytes(8)) == 32);
}

TEST_CASE("after a whole value the same copy leaves no gap", "[checkers][initcheck]") {
  Copying copying;
  auto& [scene, flows, a, b] = copying;
  Initcheck client(scene.info);
  check(client, scene, store(3, a, at(0)).bytes(1).mask(1));
  check(client, scene, store(3, a, at(8)).bytes(8).mask(1));
  CHECK(check(client, scene, load(5, a, at(0)).bytes(8).mask(1)) == 0);
  CHECK(check(client, scene, load(5, a, at(8)).bytes(8).mask(1)) == 0);
  CHECK(check(client, scene, store(6, b, at(0)).bytes(8).mask(1)) == 0);
  CHECK(check(client, scene, load(7, b, at(0)).bytes(8).mask(1)) == 0);
}
