// expect: not_attempted
// points: 0
// The skeleton as it was handed out.
