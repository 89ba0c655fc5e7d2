/** A command that works as shown: it makes a small request to the service. */
export function curlLine(service: 'twofactor' | 'events', serviceUrl: string, secret: string): string {
  return service === 'twofactor'
    ? `curl -H 'X-Twofactor-API-Key: ${secret}' ${serviceUrl}/protected/json/app/details`
    : `curl -H 'X-API-Key: ${secret}' ${serviceUrl}/events`
}
