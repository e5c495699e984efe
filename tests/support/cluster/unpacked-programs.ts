/** Environment in which the Debian packages unpacked by the setup take precedence over those of the machine. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { unpackedFolder } from '../../../scripts/setup/unpacked-packages.mjs'

const root = join(unpackedFolder, 'root')
const at = (...paths: string[]) => paths.map(path => join(root, path))

export function programEnv(): Record<string, string> {
  return {
    PATH: [...at('usr/sbin', 'usr/bin', 'sbin', 'bin'), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':'),
    LD_LIBRARY_PATH: globSync(['usr/lib/*-linux-gnu', 'lib/*-linux-gnu'], { cwd: root })
      .map(path => join(root, path))
      .join(':'),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
    LC_ALL: 'C.UTF-8',
  }
}
