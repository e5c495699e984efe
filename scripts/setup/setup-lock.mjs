/** Allows one set-up at a time per checkout: `npm start` and `npm test` may be started in parallel. */
import { spawn } from 'node:child_process'
import { say } from './say.mjs'

/**
 * @template Result
 * @param {string} lockPath
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withSetupLock(lockPath, work) {
  let release = await takeLock(lockPath, ['--nonblock'])
  if (release === undefined) {
    say('Waiting for another set-up of this checkout to finish ...')
    release = await takeLock(lockPath, [])
  }
  if (release === undefined) throw new Error(`Could not lock ${lockPath}`)
  try {
    return await work()
  } finally {
    await release()
  }
}

/**
 * flock(2), held by a child process that exits when its stdin closes. The lock is released
 * however this process dies, so a lock can never be stale.
 * @param {string} lockPath
 * @param {string[]} flags
 * @returns {Promise<(() => Promise<void>) | undefined>} releases the lock; undefined if it is taken
 */
function takeLock(lockPath, flags) {
  const holder = spawn('flock', [...flags, lockPath, 'sh', '-c', 'echo held && cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Detached from the terminal's Ctrl-C, which would release the lock while the work still runs.
    detached: true,
  })
  const closed = new Promise(resolve => holder.once('close', resolve))
  const release = async () => {
    holder.stdin.end()
    await closed
  }
  return new Promise((resolve, reject) => {
    holder.once('error', reject)
    holder.stdout.once('data', () => resolve(release))
    holder.once('close', () => resolve(undefined))
  })
}
