/** Wait screen of the Free plan before several files are converted together. */
import { waitMessages } from '@filesmith/contract/messages/wait'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Overlay } from '../ui/overlay.tsx'

export interface WaitScreenProps {
  readonly seconds: number
  readonly onContinue: () => void
  readonly onLeave: () => void
}

export type LoadWaitScreen = () => Promise<ComponentType<WaitScreenProps>>

/** Loaded with the first file. */
export function useWaitScreen(load: LoadWaitScreen) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [Screen, setScreen] = useState<ComponentType<WaitScreenProps>>()
  useEffect(() => {
    load().then(
      screen => setScreen(() => screen),
      () => undefined,
    )
  }, [load])
  const isChecking = useRef(false)
  return {
    isWaiting,
    Screen,
    async begin(check: () => Promise<boolean>) {
      if (isChecking.current) return
      isChecking.current = true
      if (await check()) setIsWaiting(true)
      isChecking.current = false
    },
    leave: () => setIsWaiting(false),
  }
}

interface WaitOverlayProps {
  readonly wait: ReturnType<typeof useWaitScreen>
  readonly isActive: boolean
  readonly seconds: number
  readonly onContinue: () => void
  readonly onClosed: () => void
}

export function WaitOverlay({ wait, isActive, seconds, onContinue, onClosed }: WaitOverlayProps) {
  return (
    <Overlay
      isOpen={wait.isWaiting && isActive}
      title={waitMessages.title}
      onLeave={wait.leave}
      onClosed={onClosed}
    >
      {wait.Screen ? (
        <wait.Screen
          seconds={seconds}
          onContinue={() => {
            wait.leave()
            onContinue()
          }}
          onLeave={wait.leave}
        />
      ) : (
        <div className="h-96" />
      )}
    </Overlay>
  )
}
