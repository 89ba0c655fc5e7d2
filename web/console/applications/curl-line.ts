/** A line that works as it is: it asks the service for something small. */
export function curlLine(service: 'twofactor' | 'events', serviceUrl: string, secret: string): string {
  return service === 'twofactor'
    ? `curl -H 'X-Twofactor-API-Key: ${secret}' ${serviceUrl}/protected/json/app/details`
    : `curl -H 'X-API-Key: ${secret}' ${serviceUrl}/events`
}
