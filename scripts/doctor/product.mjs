/** What only the product itself can tell, once its npm packages are there: settings, database, storage, engines. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { checkoutEnvironment, node24Path } from '../node-24.mjs'
import { rootFolder } from '../root-folder.mjs'

/** @typedef {import('./report.mjs').Finding} Finding */

const timeoutMs = 300_000

/**
 * @param {readonly Finding[]} checkout without its packages there is nobody to ask
 * @returns {Promise<Finding[]>}
 */
export async function checkProduct(checkout) {
  const about = { area: 'product', name: 'the rest' }
  const areModulesThere = checkout.every(({ name, status }) => name !== 'npm packages' || status === 'ok')
  if (!existsSync(node24Path)) {
    const fix = 'Install the npm packages first, then ask again.'
    return [
      {
        ...about,
        status: 'problem',
        found: 'settings, database, storage and engines were not looked at',
        fix,
      },
    ]
  }
  const { stdout, stderr } = await ask()
  try {
    return JSON.parse(stdout)
  } catch {
    const found = `could not be asked: ${stderr.trim().split('\n').at(-1) ?? 'it said nothing'}`
    const fix = areModulesThere
      ? 'node_modules/.bin/node packages/server/src/main-doctor.ts shows all of the reason.'
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
      // Compiled sources would be kept beside the packages, and nothing is to be left behind.
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
