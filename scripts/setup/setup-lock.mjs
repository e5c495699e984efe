/** Lets one set-up at a time work on a checkout: `npm start` and `npm test` may be typed side by side. */
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
 * The lock is the kernel's, held by a child that ends when our end of its stdin closes. So it is given back
 * however this process dies, and there is no stale lock to recognise.
 * @param {string} lockPath
 * @param {string[]} flags
 * @returns {Promise<(() => Promise<void>) | undefined>} gives the lock back; undefined when it was not to be had
 */
function takeLock(lockPath, flags) {
  const holder = spawn('flock', [...flags, lockPath, 'sh', '-c', 'echo held && cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Out of reach of the terminal's Ctrl-C, which would give the lock back while the work still runs.
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
