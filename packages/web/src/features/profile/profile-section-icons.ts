/** Icons of the account settings sections. */
import type { ProfileSectionId } from '@filesmith/contract/messages/profile'
import { ChartColumn, CreditCard, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react'

export const profileSectionIcons: Readonly<Record<ProfileSectionId, LucideIcon>> = {
  account: UserRound,
  subscription: CreditCard,
  security: ShieldCheck,
  usage: ChartColumn,
}
