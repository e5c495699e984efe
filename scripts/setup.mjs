/** Everything between a fresh checkout and a running product; what is there already is left alone. */
import { join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { areNodeModulesCurrent, installNodeModules } from './setup/node-modules.mjs'
import { SetupError } from './setup/say.mjs'
import { withSetupLock } from './setup/setup-lock.mjs'
import { ensureSystemPackages, imagePackages, systemPackages } from './setup/system-packages.mjs'
import { areUnpackedPackagesCurrent, unpackPackages } from './setup/unpacked-packages.mjs'
import { buildWeb, isWebBuildCurrent } from './setup/web-build.mjs'

const lockPath = join(rootFolder, '.setup-lock')
const runtimePackages = systemPackages.filter(({ isForTestsOnly }) => !isForTestsOnly)

export async function ensureNodeModules() {
  if (process.platform !== 'linux') {
    throw new SetupError('Filesmith runs on Linux (Debian 12 or later, arm64 or x64).')
  }
  await ensure(areNodeModulesCurrent, installNodeModules)
}

export async function ensureWebBuild() {
  await ensure(isWebBuildCurrent, buildWeb)
}

/** The product still starts without a system package: what needs it says so itself. */
export async function ensureRuntimePackages() {
  await ensureSystemPackages(runtimePackages, { isRequired: false })
}

/** An image is made once and run often, so one that lacks something is not made at all. */
export async function ensureImagePackages() {
  await ensureSystemPackages([...runtimePackages, ...imagePackages], { isRequired: true })
}

export async function ensureTestPackages() {
  await ensureSystemPackages(systemPackages, { isRequired: true })
  await ensureUnpackedPackages()
}

export async function ensureUnpackedPackages() {
  await ensure(areUnpackedPackagesCurrent, unpackPackages)
}

/**
 * Looks before it locks, so that a checkout that is ready may be read-only.
 * @param {() => boolean} isCurrent
 * @param {() => Promise<void>} makeCurrent
 */
async function ensure(isCurrent, makeCurrent) {
  if (isCurrent()) return
  await withSetupLock(lockPath, async () => {
    if (!isCurrent()) await makeCurrent()
  })
}
