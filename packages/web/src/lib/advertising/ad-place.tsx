/** A place for an advertisement: the network's where it may be shown, else what is given as our own. Both have one size. */
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { AdFrame } from '../../ui/ad-frame.tsx'
import { useAdStage } from './ad-stage.ts'

const NetworkAd = lazy(async () => ({ default: (await import('./network-ad.tsx')).NetworkAd }))

interface AdPlaceProps {
  readonly position: AdPosition
  /** Gives it its height, the same as our own has. */
  readonly className: string
  /** Whoever gives this counts the impression; otherwise it counts when it has been seen. */
  readonly onFilled?: (adUnitId: string) => void
  /** Our own. */
  readonly children: ReactNode
}

export function AdPlace({ position, className, onFilled, children }: AdPlaceProps) {
  const { network } = useAdStage()
  const { pathname } = useLocation()
  if (!network) return children
  return (
    <Suspense fallback={<AdFrame className={className} />}>
      {/* Another page, another advertisement. */}
      <NetworkAd
        key={pathname}
        network={network}
        position={position}
        className={className}
        onFilled={onFilled}
        own={children}
      />
    </Suspense>
  )
}
