// SPDX-License-Identifier: MIT
#include "tests/hostile/witness.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <stdexcept>

#include "protocol/message_types.h"

namespace hostile {
namespace {

namespace fs = std::filesystem;

constexpr int kEveryone = 0777;

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

void make_folder(const fs::path& folder, int permissions) {
  fs::create_directories(folder);
  fs::permissions(folder, static_cast<fs::perms>(permissions));
}

}  // namespace

Witness::Witness() {
  std::random_device random;
  token_ = fmt::format("token{:08x}{:08x}", random(), random());
  make_folder(folder_.path(), 0755);
  make_folder(folder_.path() / "secret", 0755);
  make_folder(outside(), kEveryone);
  make_folder(temporary(), 0755);
  make_folder(submissions(), 0755);
  base::write_file(folder_.path() / "secret/token.txt", "#error " + token_ + "\n");
  base::write_file(submissions() / "other/map.cu", "// " + token_ + "\n");
  setenv("TMPDIR", temporary().c_str(), 1);
  setenv("COURSE_SECRET", token_.c_str(), 1);
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  if (listener_ < 0 || bind(listener_, reinterpret_cast<sockaddr*>(&place), size) != 0 ||
      listen(listener_, 16) != 0 ||
      getsockname(listener_, reinterpret_cast<sockaddr*>(&place), &size) != 0) {
    throw std::runtime_error("no listener on this machine's own address");
  }
  port_ = ntohs(place.sin_port);
}

Witness::~Witness() {
  close(listener_);
}

std::string Witness::fill_in(std::string text, const fs::path& root) const {
  const std::string libc = base::read_file(root / "autograder/tests/hostile/prelude.txt").value();
  replace_all(text, "@LIBC@\n", libc);
  replace_all(text, "@SECRET@", (folder_.path() / "secret/token.txt").string());
  replace_all(text, "@OTHER@", (submissions() / "other/map.cu").string());
  replace_all(text, "@OUTSIDE@", outside().string());
  replace_all(text, "@PORT@", std::to_string(port_));
  replace_all(text, "@GRADER@", std::to_string(getpid()));
  replace_all(text, "@ROOT@", root.string());
  // Told apart from the source line that a compiler may show.
  replace_all(text, "@LEAKED@",
              "it got \" \"through: " + token_.substr(0, 8) + "\" \"" + token_.substr(8));
  for (std::uint32_t i = 0; i < protocol::kEnumeratorCount<protocol::MessageType>; ++i) {
    const auto type = static_cast<protocol::MessageType>(i);
    replace_all(text, fmt::format("@{}@", to_string(type)), std::to_string(i));
  }
  return text;
}

std::vector<std::string> Witness::traces(const std::string& said) {
  std::vector<std::string> found;
  for (const std::string& text :
       {token_, std::string("// SOLUTION"), std::string("root:x:0:0"),
        std::string("Cases of assignment map that students do not see")}) {
    if (said.find(text) != std::string::npos) found.push_back("the result holds '" + text + "'");
  }
  for (const fs::path& folder : {outside(), temporary()}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      found.push_back("left behind: " + entry.path().string());
      fs::remove_all(entry.path());
    }
  }
  pollfd waiting{listener_, POLLIN, 0};
  if (poll(&waiting, 1, 0) > 0) {
    found.emplace_back("somebody spoke to the listener");
    close(accept(listener_, nullptr, nullptr));
  }
  int status = 0;
  const pid_t child = waitpid(-1, &status, WNOHANG);
  if (child >= 0) found.push_back(fmt::format("process {} was left running", child));
  return found;
}

}  // namespace hostile
