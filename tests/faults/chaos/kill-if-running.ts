/** Sends SIGKILL to a process that may already have exited. */

export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ESRCH: it has already exited.
  }
}
