/** Set-up from a fresh checkout to a running product; skips what is already installed. */
import { join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { areNodeModulesCurrent, installNodeModules } from './setup/node-modules.mjs'
import { SetupError } from './setup/say.mjs'
import { withSetupLock } from './setup/setup-lock.mjs'
import {
  chosenSet,
  ensureSystemPackages,
  imagePackages,
  isInSet,
  systemPackages,
} from './setup/system-packages.mjs'
import { areUnpackedPackagesCurrent, unpackPackages } from './setup/unpacked-packages.mjs'
import { buildWeb, isWebBuildCurrent } from './setup/web-build.mjs'

const lockPath = join(rootFolder, '.setup-lock')
const runtimePackages = systemPackages.filter(({ isForTestsOnly }) => !isForTestsOnly)

export async function ensureNodeModules() {
  if (process.platform !== 'linux') {
    throw new SetupError(
      'Filesmith runs on Linux (Debian 12 or later, arm64 or x64). For macOS and Windows see CONTRIBUTING.md.',
    )
  }
  await ensure(areNodeModulesCurrent, installNodeModules)
}

export async function ensureWebBuild() {
  await ensure(isWebBuildCurrent, buildWeb)
}

/**
 * Runs parts of the set-up at the same time: Debian packages wait for the disk and for dpkg while npm waits for the network.
 * All of them finish, even if one fails, because a half-installed part costs more than a late message.
 * @param {readonly Promise<void>[]} parts
 */
export async function sideBySide(...parts) {
  for (const result of await Promise.allSettled(parts)) if (result.status === 'rejected') throw result.reason
}

/** npm packages, and the web pages that are built with them. */
export async function ensurePages() {
  await ensureNodeModules()
  await ensureWebBuild()
}

/** The product starts without a system package; engines that need it report it as missing. */
export async function ensureRuntimePackages() {
  const packages = runtimePackages.filter(isInSet(chosenSet(process.env)))
  await ensureSystemPackages(packages, { isRequired: false })
}

/** A container image with a missing package must not be built. */
export async function ensureImagePackages({ isLite = false } = {}) {
  const set = isLite ? 'none' : chosenSet(process.env)
  const packages = [...runtimePackages, ...imagePackages].filter(isInSet(set))
  await ensureSystemPackages(packages, { isRequired: true })
}

/** Every engine is tested, unless ENGINES says otherwise. */
export async function ensureTestPackages() {
  const set = chosenSet({ ENGINES: 'full', ...process.env })
  await ensureSystemPackages(systemPackages.filter(isInSet(set)), { isRequired: true })
  await ensureUnpackedPackages()
}

export async function ensureUnpackedPackages() {
  await ensure(areUnpackedPackagesCurrent, unpackPackages)
}

/**
 * Checks before it locks, so that a complete checkout may be read-only.
 * @param {() => boolean} isCurrent
 * @param {() => Promise<void>} makeCurrent
 */
async function ensure(isCurrent, makeCurrent) {
  if (isCurrent()) return
  await withSetupLock(lockPath, async () => {
    if (!isCurrent()) await makeCurrent()
  })
}
