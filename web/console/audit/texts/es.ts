import type { AuditTexts } from './en.ts'

export const es: AuditTexts = {
  action: 'Acción',
  actor: 'Quién',
  apply: 'Filtrar',
  audit: 'Registro de auditoría',
  auditLead:
    'Quién hizo qué y cuándo. Las entradas están encadenadas: ninguna puede cambiarse o borrarse sin que se note.',
  chainBroken: 'Se han cambiado o borrado entradas.',
  chainCounts:
    '{entries} {entries|entrada comprobada|entradas comprobadas}, {unsealed} aún demasiado {unsealed|reciente|recientes}.',
  chainHolds: 'El registro está intacto.',
  chainLead: 'Compruebe que ninguna entrada se ha cambiado o borrado.',
  clear: 'Quitar',
  detail: 'Detalles',
  export: 'Exportar como CSV',
  filter: 'Filtrar entradas',
  from: 'Desde',
  noneFound: 'Ninguna entrada coincide',
  noneFoundLead: 'Termine con * para incluirlo todo: webhook.* encuentra todos los cambios en webhooks.',
  reload: 'Actualizar',
  subject: 'Elemento afectado',
  time: 'Hora',
  until: 'Hasta',
  verify: 'Comprobar',
  verifyAgain: 'Comprobar de nuevo',
  actorLocal: 'La línea de comandos',
  actorServer: 'El servidor',
  actorGone: 'Un operador eliminado',
  actorKey: 'La clave de API {name}',
  people: '{count} {count|persona|personas}',
  what: 'Qué ha ocurrido',
}
