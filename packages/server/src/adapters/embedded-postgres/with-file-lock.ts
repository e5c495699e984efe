/** Runs something while no other process does, under a lock that the kernel frees when its holder dies. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Node has no flock(2). `cat` under flock(1) holds the lock for us: its echo says that the lock is ours, and
 * the end of its input, which comes even when we are killed, gives the lock back.
 */
export async function withFileLock<T>(
  path: string,
  options: { readonly timeoutMs: number },
  action: () => Promise<T>,
): Promise<T> {
  const waitSeconds = String(options.timeoutMs / 1000)
  const holder = spawn('flock', ['--no-fork', '--wait', waitSeconds, path, 'cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a group of its own, so that Ctrl-C in a terminal does not take the lock from under us.
    detached: true,
  })
  const exited = once(holder, 'exit')
  exited.catch(() => {})
  holder.stdin.on('error', () => {})
  let complaint = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  holder.stdin.write('\n')
  const isLocked = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    exited.then(() => false),
  ])
  if (!isLocked) {
    throw new Error(`Could not lock ${path}: ${complaint.trim() || 'another process holds it.'}`)
  }
  try {
    return await action()
  } finally {
    holder.stdin.end()
    await exited
  }
}
