import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { anything, forOlderClients, success } from '../base/rows.ts'

export const statisticsRows = rowsOf(forOlderClients, {
  getAppDetails: {
    method: 'GET',
    path: '/protected/json/app/details',
    summary: 'Read the application',
    bag: Type.Object({}),
    answers: { 200: json(Type.Object({ ...success, app: anything }), 'The application.') },
  },
  getAppStats: {
    method: 'GET',
    path: '/protected/json/app/stats',
    summary: 'Read the statistics of the application',
    bag: Type.Object({}),
    answers: {
      200: json(
        Type.Object({
          ...success,
          count: Type.Integer(),
          total_users: Type.Integer(),
          app_id: Type.Integer(),
          stats: Type.Array(
            Type.Object({
              sms_count: Type.Integer(),
              calls_count: Type.Integer(),
              users_count: Type.Integer(),
              auths_count: Type.Integer(),
              api_calls_count: Type.Integer(),
              month: Type.String(),
              year: Type.Integer(),
            }),
          ),
        }),
        'The last twelve months.',
      ),
    },
  },
})
