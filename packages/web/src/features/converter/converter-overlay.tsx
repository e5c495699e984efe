/** What lies over a converter at work. It comes with the first file, so that the first screen need not wait for it. */
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { useConverter } from './use-converter.ts'

const ConversionOverlay = lazy(async () => ({
  default: (await import('./conversion-overlay.tsx')).ConversionOverlay,
}))

export interface WaitScreenProps {
  readonly seconds: number
  readonly onContinue: () => void
  readonly onLeave: () => void
}

interface ConverterOverlayProps {
  readonly tool: ConverterTool
  readonly work: ReturnType<typeof useConverter>
  /** Present while it is to be looked at. */
  readonly waitScreen: ComponentType<WaitScreenProps> | undefined
  readonly onClosed: () => void
}

export function ConverterOverlay({ tool, work, waitScreen: WaitScreen, onClosed }: ConverterOverlayProps) {
  const { upload, view } = work
  const hasBegun = upload.phase !== 'none' || view.phase !== 'idle'
  // Once here it stays: it sees itself out.
  const [isNear, setIsNear] = useState(hasBegun)
  if (hasBegun && !isNear) setIsNear(true)
  if (!isNear) return null
  return (
    <Suspense>
      <ConversionOverlay
        tool={tool}
        view={view}
        fileName={work.fileName}
        waitScreen={
          WaitScreen ? (
            <Suspense fallback={<div className="h-96" />}>
              <WaitScreen seconds={tool.waitSeconds} onContinue={work.startNow} onLeave={work.leaveWait} />
            </Suspense>
          ) : null
        }
        onLeaveWait={work.leaveWait}
        onUnlock={work.unlock}
        onLeaveLocked={work.leaveLocked}
        onCancel={work.cancel}
        onClose={work.closeOverlay}
        onClosed={onClosed}
      />
    </Suspense>
  )
}
