/** Makes sure that what is needed for moving pictures is there. */
import { access, constants } from 'node:fs/promises'
import type { EngineSettings, LiveEngine } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import { behindOthers } from '../process/behind-others.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createGif } from './create-gif.ts'
import type { GifContext } from './gif-context.ts'
import { measureSize } from './measure/measure-size.ts'

export const gifsiclePath = '/usr/bin/gifsicle'

/** Without gifsicle everything works, and GIFs become larger. */
export async function startGif(
  settings: EngineSettings,
  sandbox: Sandbox,
  optimiser = gifsiclePath,
): Promise<LiveEngine> {
  const codecs = await findCodecSupport(sandbox)
  const hasOptimiser = await access(optimiser, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!hasOptimiser) settings.warn('GIFs become larger than they need to be: install the package "gifsicle".')
  const context: GifContext = { sandbox, settings, codecs, optimiser: hasOptimiser ? optimiser : null }
  return {
    runStep: run => createGif(context, run),
    measureSize: run => measureSize({ ...context, sandbox: behindOthers(sandbox) }, run),
    close: async () => {},
  }
}
