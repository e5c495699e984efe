/** Ad slot: a network ad where it is allowed, otherwise the built-in ad in the same size. */
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AdFrame } from '../../ui/ad-frame.tsx'
import { LazyFallback, onDemand } from '../on-demand.tsx'
import { useAdState } from './ad-store.ts'

const NetworkAd = onDemand(async () => (await import('./network-ad.tsx')).NetworkAd, { isOptional: true })

interface AdSlotProps {
  readonly position: AdPosition
  /** Must set the same height as the built-in ad. */
  readonly className: string
  /** If given, the caller reports the impression; otherwise it is reported once the ad was viewable. */
  readonly onFilled?: (adUnitId: string) => void
  /** Built-in ad. */
  readonly children: ReactNode
}

export function AdSlot({ position, className, onFilled, children }: AdSlotProps) {
  const { network } = useAdState()
  const { pathname } = useLocation()
  if (!network) return children
  return (
    <LazyFallback fallback={<AdFrame className={className} />}>
      {/* A new ad on every page. */}
      <NetworkAd
        key={pathname}
        network={network}
        position={position}
        className={className}
        onFilled={onFilled}
        builtInAd={children}
      />
    </LazyFallback>
  )
}
