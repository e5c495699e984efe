/** Checks that LibreOffice and the Python bindings are installed, without starting them. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { python } from './office-helper.ts'

interface NeededFile {
  readonly path: string
  readonly name: string
  /** Debian package that contains it. */
  readonly package: string
}

const neededFiles: readonly NeededFile[] = [
  {
    path: '/usr/lib/libreoffice/program/soffice.bin',
    name: 'LibreOffice',
    package: 'libreoffice-writer-nogui',
  },
  {
    path: '/usr/lib/libreoffice/program/libswlo.so',
    name: 'LibreOffice Writer',
    package: 'libreoffice-writer-nogui',
  },
  { path: python, name: 'Python', package: 'python3-uno' },
  { path: '/usr/lib/python3/dist-packages/uno.py', name: "LibreOffice's Python", package: 'python3-uno' },
]

/** Throws an error for operators if a required file is missing. */
export async function findOffice(root = '/'): Promise<void> {
  for (const needed of neededFiles) {
    await access(join(root, needed.path)).catch(() => {
      throw new Error(`${needed.name} is missing; install the package "${needed.package}".`)
    })
  }
}
