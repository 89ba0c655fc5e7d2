import type { ApplicationHandlers } from '../base/handlers.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { isOn } from '../codes/sends.ts'
import type { statisticsRows } from './rows.ts'
import { readStats } from './stats.ts'

export function statisticsRoutes(service: Twofactor): ApplicationHandlers<typeof statisticsRows> {
  return {
    getAppDetails: async (_request, app) => {
      const details = {
        name: app.name,
        plan: 'self-hosted',
        sms_enabled: isOn(service, app, 'sms'),
        phone_calls_enabled: isOn(service, app, 'voice'),
        app_id: app.serial,
        onetouch_enabled: true,
      }
      return { status: 200, body: { app: details, message: 'Application information.', success: true } }
    },
    getAppStats: async (_request, app) => {
      const { totalUsers, stats } = await readStats(service, app)
      return {
        status: 200,
        body: {
          message: 'Monthly statistics.',
          count: stats.length,
          total_users: totalUsers,
          app_id: app.serial,
          stats,
          success: true,
        },
      }
    },
  }
}
