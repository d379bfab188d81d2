# SPDX-License-Identifier: MIT
# Puts the pictures of lessons, assignments and design pages beside the rendered pages, each at its place in the repository, and holds
# the pages against them. Called as: cmake -D ROOT=<repository> -D HTML=<folder of the pages> -P CopyFigures.cmake
file(GLOB figures RELATIVE ${ROOT} ${ROOT}/lessons/*/figures/*.svg ${ROOT}/assignments/*/figures/*.svg
  ${ROOT}/docs/design/figures/*.svg)
foreach(figure ${figures})
  get_filename_component(folder ${figure} DIRECTORY)
  file(COPY ${ROOT}/${figure} DESTINATION ${HTML}/${folder})
endforeach()

file(GLOB pages ${HTML}/page_*.html)
foreach(page ${pages})
  file(READ ${page} text)
  string(REGEX MATCHALL "<img src=\"[^\"]+\\.svg\"" images "${text}")
  foreach(image ${images})
    string(REGEX REPLACE "<img src=\"([^\"]+)\"" "\\1" image "${image}")
    if(NOT EXISTS ${HTML}/${image})
      message(FATAL_ERROR "${page} shows the picture ${image}, which is not there")
    endif()
  endforeach()
endforeach()
