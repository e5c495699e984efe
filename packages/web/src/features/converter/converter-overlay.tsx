/** What lies over a converter at work. It comes with the first file, so that the first screen need not wait for it. */
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { useConverter } from './use-converter.ts'

const ConversionOverlay = lazy(async () => ({
  default: (await import('./conversion-overlay.tsx')).ConversionOverlay,
}))

export interface WaitScreenProps {
  readonly seconds: number
  readonly onContinue: () => void
  readonly onLeave: () => void
}

export type LoadWaitScreen = () => Promise<ComponentType<WaitScreenProps>>

interface ConverterOverlayProps {
  readonly tool: ConverterTool
  readonly work: ReturnType<typeof useConverter>
  readonly loadWaitScreen: LoadWaitScreen | undefined
  readonly isWaiting: boolean
  readonly onClosed: () => void
}

export function ConverterOverlay(props: ConverterOverlayProps) {
  const { tool, work, loadWaitScreen, isWaiting, onClosed } = props
  const { upload, view } = work
  const hasBegun = upload.phase !== 'none' || view.phase !== 'idle'
  // Once here it stays: it sees itself out.
  const [isNear, setIsNear] = useState(hasBegun)
  if (hasBegun && !isNear) setIsNear(true)
  const [WaitScreen, setWaitScreen] = useState<ComponentType<WaitScreenProps>>()
  // Fetched with the first file, so that it is there when it is wanted; asked for again then, should that have failed.
  useEffect(() => {
    if (!isNear && !isWaiting) return
    loadWaitScreen?.().then(
      screen => setWaitScreen(() => screen),
      () => undefined,
    )
  }, [isNear, isWaiting, loadWaitScreen])
  if (!isNear) return null
  return (
    <Suspense>
      <ConversionOverlay
        tool={tool}
        view={view}
        fileName={work.fileName}
        waitScreen={
          isWaiting ? (
            WaitScreen ? (
              <WaitScreen seconds={tool.waitSeconds} onContinue={work.startNow} onLeave={work.leaveWait} />
            ) : (
              <div className="h-96" />
            )
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
