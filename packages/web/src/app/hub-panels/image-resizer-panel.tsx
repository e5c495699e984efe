/** Panel of the Image Resizer. */
import { ImageResizer } from '../../features/image-resizer/image-resizer.tsx'
import { PremiumBanner } from '../../features/image-resizer/premium-banner.tsx'
import { ResizeFeatures } from '../../features/image-resizer/resize-features.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function ImageResizerPanel({ isActive }: HubPanelProps) {
  const plan = usePlan()
  return (
    <div className="flex flex-col gap-6">
      <Workspace>
        <ImageResizer isActive={isActive} />
      </Workspace>
      {plan === 'free' ? <PremiumBanner /> : null}
      <ResizeFeatures />
    </div>
  )
}
