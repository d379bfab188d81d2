# Fails when an object of OBJECTS defines a weak symbol (types V, W, u of NM).
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} -C --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9a-f]+ [VWu] [^\n]+" weak "${symbols}")
  if(weak)
    message(SEND_ERROR "${object} defines ${weak}")
  endif()
endforeach()
