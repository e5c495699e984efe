/** Addresses of the calls that are not operations; operations carry their own path. */

export const apiPaths = {
  uploads: '/api/uploads',
  conversions: '/api/conversions',
  recentConversions: '/api/conversions/recent',
  conversion: (id: string) => `/api/conversions/${id}`,
  conversionEvents: (id: string) => `/api/conversions/${id}/events`,
  conversionRetry: (id: string) => `/api/conversions/${id}/retry`,
  download: (id: string) => `/api/download/${id}`,
  capabilities: '/api/capabilities',
  openApi: '/api/openapi.json',
} as const
