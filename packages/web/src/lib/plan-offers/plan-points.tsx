/** Features of a plan: with check marks for paid plans, and neutral bullets for Free. */
import { Dot } from 'lucide-react'
import { CheckList } from '../../ui/check-list.tsx'

interface PlanPointsProps {
  readonly points: readonly string[]
  readonly isFree: boolean
  readonly className: string
}

export function PlanPoints({ points, isFree, className }: PlanPointsProps) {
  return <CheckList points={points} className={className} {...(isFree ? { icon: Dot } : {})} />
}
