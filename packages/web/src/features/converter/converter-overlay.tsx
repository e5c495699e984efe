/** Lazy-loads the conversion overlay with the first file, to keep it out of the initial bundle. */
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
  readonly converter: ReturnType<typeof useConverter>
  readonly loadWaitScreen: LoadWaitScreen | undefined
  readonly isWaiting: boolean
  readonly onClosed: () => void
}

export function ConverterOverlay(props: ConverterOverlayProps) {
  const { tool, converter, loadWaitScreen, isWaiting, onClosed } = props
  const { job, upload } = converter
  const { view } = job
  const hasStarted = upload !== undefined || view.phase !== 'idle'
  // Stays mounted, so that closing animates.
  const [isMounted, setIsMounted] = useState(hasStarted)
  if (hasStarted && !isMounted) setIsMounted(true)
  const [WaitScreen, setWaitScreen] = useState<ComponentType<WaitScreenProps>>()
  // Prefetched with the first file; retried when it is needed if that failed.
  useEffect(() => {
    if (!isMounted && !isWaiting) return
    loadWaitScreen?.().then(
      screen => setWaitScreen(() => screen),
      () => undefined,
    )
  }, [isMounted, isWaiting, loadWaitScreen])
  if (!isMounted) return null
  return (
    <Suspense>
      <ConversionOverlay
        tool={tool}
        view={view}
        isOutcomeOpen={converter.isOutcomeOpen}
        fileName={converter.fileName}
        waitScreen={
          isWaiting ? (
            WaitScreen ? (
              <WaitScreen
                seconds={tool.waitSeconds}
                onContinue={converter.startNow}
                onLeave={converter.leaveWait}
              />
            ) : (
              <div className="h-96" />
            )
          ) : null
        }
        onLeaveWait={converter.leaveWait}
        onUnlock={converter.unlock}
        onLeaveLocked={job.reset}
        onCancel={job.cancel}
        onClose={converter.closeOutcome}
        onClosed={onClosed}
      />
    </Suspense>
  )
}
