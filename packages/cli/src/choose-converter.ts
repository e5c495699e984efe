/** Here or on a server: only the one that works is loaded. */
import type { Arguments } from './arguments/read-arguments.ts'
import { readServerSettings } from './remote/server-settings.ts'
import type { Converter } from './work/converter.ts'

export async function chooseConverter(
  args: Arguments,
  jobs: number,
  warn: (message: string) => void,
): Promise<Converter> {
  const settings = await readServerSettings(args)
  if (settings === undefined) {
    const { createLocalConverter } = await import('./local/local-converter.ts')
    return createLocalConverter({ jobs, warn })
  }
  const { createServerConverter } = await import('./remote/server-converter.ts')
  return createServerConverter(settings)
}
