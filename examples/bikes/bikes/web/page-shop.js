/** What the shop brings to its pages: a ticket. Written by hand; a name with a digest, as builds make, is kept for ever. */
export default ({ html, nothing, part, schema, json }) => ({
  parts: [
    part("RepairTicket", { ticket: schema.DynamicJson }, ({ ticket }) => {
      if (!json.isObject(ticket) || !ticket.number) return nothing;
      const { number, repair, day, time } = ticket;
      return html`<section class="repair-ticket" aria-label="Your ticket">
        <strong>${number}</strong> <span>${repair}</span> <time datetime="${day}T${time}">${day}, ${time}</time>
      </section>`;
    }),
  ],
  styles: `.repair-ticket { border: 2px dashed; border-radius: 0.5rem; padding: 1rem; }`,
});
