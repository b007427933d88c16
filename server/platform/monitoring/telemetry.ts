/**
 * OpenTelemetry: a span for each request, with spans of its queries, and the durations of requests as a metric. Both are
 * sent by OTLP over HTTP. The packages read the standard OTEL_* variables themselves. This file is loaded only if
 * OTEL_EXPORTER_OTLP_ENDPOINT is set, because its packages take time and memory.
 */
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const scope = 'lazy-susan';

/** The buckets of OpenTelemetry's conventions, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export interface Telemetry {
  observeRequests(app: FastifyInstance): void;
  /** Sends what is left. A collector that does not answer must not delay or fail the stop. */
  close(): Promise<void>;
}

/** Starts the exporters. OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER may be `none`. */
export function startTelemetry(environment = process.env): Telemetry {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': scope }))
    .merge(detectResources({ detectors: [envDetector] }));
  const hasTraces = environment['OTEL_TRACES_EXPORTER'] !== 'none';
  const hasMetrics = environment['OTEL_METRICS_EXPORTER'] !== 'none';
  const traces = new NodeTracerProvider({
    resource,
    spanProcessors: hasTraces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : [],
  });
  traces.register();
  const meters = new MeterProvider({
    resource,
    readers: hasMetrics ? [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })] : [],
  });
  return {
    observeRequests(app) {
      if (hasTraces) traceRequests(app);
      const durations = meters.getMeter(scope).createHistogram('http.server.request.duration', {
        unit: 's',
        advice: { explicitBucketBoundaries: buckets },
      });
      app.addHook('onResponse', async (request, reply) => {
        durations.record(reply.elapsedTime / 1000, {
          ...describeRequest(request),
          'http.response.status_code': reply.statusCode,
        });
      });
    },
    async close() {
      await Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** The pattern of the route, never the address with its ids and codes. */
function describeRequest({ method, routeOptions: { url } }: FastifyRequest) {
  return { 'http.request.method': method, ...(url !== undefined && { 'http.route': url }) };
}

function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer(scope);
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', async (request) => {
    const attributes = describeRequest(request);
    const name = [request.method, attributes['http.route']].filter(Boolean).join(' ');
    const caller = propagation.extract(context.active(), request.headers);
    spans.set(request, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller));
  });
  // Reading the body leaves the context, so the span becomes active after it.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(context.active(), span), done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
