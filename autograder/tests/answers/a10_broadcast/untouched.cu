// expect: not_attempted
// The skeleton as it was handed out.
