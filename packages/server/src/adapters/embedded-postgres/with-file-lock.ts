/** Runs an action under an exclusive lock between processes, which the kernel releases when the holder dies. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Node has no flock(2), so flock(1) runs `cat`, which holds the lock: its echo confirms the lock, and the end
 * of its input, which also comes when this process is killed, releases it.
 */
export async function withFileLock<T>(
  path: string,
  options: { readonly timeoutMs: number },
  action: () => Promise<T>,
): Promise<T> {
  const waitSeconds = String(options.timeoutMs / 1000)
  const holder = spawn('flock', ['--no-fork', '--wait', waitSeconds, path, 'cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group, so that Ctrl-C in a terminal does not release the lock early.
    detached: true,
  })
  const exited = once(holder, 'exit')
  exited.catch(() => {})
  holder.stdin.on('error', () => {})
  let stderrText = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText += text
  })
  holder.stdin.write('\n')
  const isLocked = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    exited.then(() => false),
  ])
  if (!isLocked) {
    throw new Error(`Could not lock ${path}: ${stderrText.trim() || 'held by another process'}`)
  }
  try {
    return await action()
  } finally {
    holder.stdin.end()
    await exited
  }
}
