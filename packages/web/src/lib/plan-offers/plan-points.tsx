/** What a plan holds. What is paid for is ticked; of Free it is only said how it is, advertisements and all. */
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
