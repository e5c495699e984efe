/** Runs the server's own doctor for settings, database, storage and engines; needs the npm packages. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { checkoutEnvironment, node24Path } from '../node-24.mjs'
import { rootFolder } from '../root-folder.mjs'

/** @typedef {import('./report.mjs').Finding} Finding */

const timeoutMs = 300_000

/**
 * @param {readonly Finding[]} checkout findings about the checkout; the server cannot start without its packages
 * @returns {Promise<Finding[]>}
 */
export async function checkProduct(checkout) {
  const about = { area: 'product', name: 'the rest' }
  const areModulesThere = checkout.every(({ name, status }) => name !== 'npm packages' || status === 'ok')
  if (!existsSync(node24Path)) {
    const fix = 'Install the npm packages first, then run it again.'
    return [
      {
        ...about,
        status: 'problem',
        found: 'settings, database, storage and engines were not checked',
        fix,
      },
    ]
  }
  const { stdout, stderr } = await ask()
  try {
    return JSON.parse(stdout)
  } catch {
    const found = `could not be checked: ${stderr.trim().split('\n').at(-1) ?? 'no output'}`
    const fix = areModulesThere
      ? 'node_modules/.bin/node packages/server/src/main-doctor.ts shows the whole error.'
      : 'Bring the npm packages in line with the lockfile first.'
    return [{ ...about, status: 'problem', found, fix }]
  }
}

/** @returns {Promise<{ stdout: string, stderr: string }>} */
function ask() {
  return new Promise(resolve => {
    let stdout = ''
    let stderr = ''
    const child = spawn(node24Path, ['packages/server/src/main-doctor.ts'], {
      cwd: rootFolder,
      // No compile cache: the doctor leaves no files behind.
      env: { ...checkoutEnvironment(), NODE_DISABLE_COMPILE_CACHE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.once('error', error => resolve({ stdout, stderr: error.message }))
    child.once('close', () => resolve({ stdout, stderr }))
  })
}
