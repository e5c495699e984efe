/** Looks whether this machine has what the helper needs, without starting it. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { python } from './office-helper.ts'

interface NeededFile {
  readonly path: string
  readonly name: string
  /** The Debian package it comes with. */
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

/** Throws, in an operator's words, when documents cannot be converted here. */
export async function findOffice(root = '/'): Promise<void> {
  for (const needed of neededFiles) {
    await access(join(root, needed.path)).catch(() => {
      throw new Error(`${needed.name} is missing; install the package "${needed.package}".`)
    })
  }
}
