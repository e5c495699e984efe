/** Panel of the GIF Maker with its features. */
import { GifFeatures } from '../../features/gif-maker/gif-features.tsx'
import { GifMaker } from '../../features/gif-maker/gif-maker.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function GifPanel({ isActive }: HubPanelProps) {
  return (
    <div className="flex flex-col gap-6">
      <Workspace>
        <GifMaker isActive={isActive} />
      </Workspace>
      <GifFeatures />
    </div>
  )
}
