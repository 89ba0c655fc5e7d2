// Loaded before the server: what a bug outside every request does, on command.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('a blunder')
  })
  void Promise.reject(new Error('a broken promise'))
})
