/** The formats files can be packed into. */
export const archiveFormats = ['zip', '7z', 'tar', 'rar'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]
