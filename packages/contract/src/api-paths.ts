/** Addresses of the calls that are not operations; operations carry their own path. */

export const apiPaths = {
  uploads: '/api/uploads',
  uploadDetails: (id: string) => `/api/uploads/${id}/details`,
  uploadPreview: (id: string) => `/api/uploads/${id}/preview`,
  conversions: '/api/conversions',
  recentConversions: '/api/conversions/recent',
  conversion: (id: string) => `/api/conversions/${id}`,
  conversionEvents: (id: string) => `/api/conversions/${id}/events`,
  conversionRetry: (id: string) => `/api/conversions/${id}/retry`,
  download: (id: string) => `/api/download/${id}`,
  adImpression: '/api/ad-impression',
  capabilities: '/api/capabilities',
  openApi: '/api/openapi.json',
} as const
