/** Chooses between local engines and a server; only the chosen implementation is imported. */
import type { Arguments } from './arguments/read-arguments.ts'
import { readServerSettings } from './remote/server-settings.ts'
import type { Converter } from './tasks/converter.ts'

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
