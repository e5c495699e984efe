/** AAC profiles that every player supports. */
import type { AudioTrack } from '../probe/media-probe.ts'

const knownProfiles: ReadonlySet<string> = new Set(['LC', 'HE-AAC', 'HE-AACv2'])

export function isPlayableAac({ codec, profile }: AudioTrack): boolean {
  return codec === 'aac' && (profile === null || knownProfiles.has(profile))
}
