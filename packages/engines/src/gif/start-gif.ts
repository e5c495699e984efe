/** Starts the GIF engine: checks the installed codecs and gifsicle. */
import { access, constants } from 'node:fs/promises'
import { handle, parseStep, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import { atLowPriority } from '../process/at-low-priority.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { gifCreate } from './abilities.ts'
import { createGif } from './create-gif.ts'
import type { GifContext } from './gif-context.ts'
import { measureSize } from './measure/measure-size.ts'

export const gifsiclePath = '/usr/bin/gifsicle'

/** gifsicle is optional; without it, GIFs are larger. */
export async function startGif(
  settings: EngineSettings,
  sandbox: Sandbox,
  optimizer = gifsiclePath,
): Promise<LiveEngine> {
  const codecs = await findCodecSupport(sandbox)
  const hasOptimizer = await access(optimizer, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!hasOptimizer) settings.warn('GIFs become larger than they need to be: install the package "gifsicle".')
  const context: GifContext = { sandbox, settings, codecs, optimizer: hasOptimizer ? optimizer : null }
  return {
    runStep: runStepsWith(handle(gifCreate, run => createGif(context, run))),
    measureSize: run =>
      measureSize({ ...context, sandbox: atLowPriority(sandbox) }, parseStep(gifCreate, run)),
    close: async () => {},
  }
}
