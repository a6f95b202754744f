// The machines of Cluster API for tests: the reconcilers and webhooks of DevCluster and DevMachine with the backend that keeps
// machines, etcd members and API servers in memory. The stock main of the infrastructure provider also needs docker and takes
// fixed ports; this one has neither.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/feature"
	"sigs.k8s.io/cluster-api/test/infrastructure/container"
	infrav1beta1 "sigs.k8s.io/cluster-api/test/infrastructure/docker/api/v1beta1"
	infrav1 "sigs.k8s.io/cluster-api/test/infrastructure/docker/api/v1beta2"
	"sigs.k8s.io/cluster-api/test/infrastructure/docker/controllers"
	infrawebhooks "sigs.k8s.io/cluster-api/test/infrastructure/docker/webhooks"
	cloudv1 "sigs.k8s.io/cluster-api/test/infrastructure/inmemory/pkg/cloud/api/v1alpha1"
	inmemoryruntime "sigs.k8s.io/cluster-api/test/infrastructure/inmemory/pkg/runtime"
	inmemoryserver "sigs.k8s.io/cluster-api/test/infrastructure/inmemory/pkg/server"
)

// address is where everything listens and where the simulated API servers say they are.
const address = "127.0.0.1"

type ports struct {
	webhook, health, debug, first, last int
}

func main() {
	klog.InitFlags(nil)
	var at ports
	certificates := flag.String("webhook-cert-dir", "", "folder with tls.crt and tls.key")
	flag.IntVar(&at.webhook, "webhook-port", 0, "port of the webhooks")
	flag.IntVar(&at.health, "health-port", 0, "port of /readyz")
	flag.IntVar(&at.debug, "debug-port", 0, "port that answers which listener serves which cluster")
	flag.IntVar(&at.first, "first-port", 0, "first port of the simulated API servers")
	flag.IntVar(&at.last, "last-port", 0, "last port of the simulated API servers")
	flag.Parse()
	ctrl.SetLogger(klog.Background())
	if err := run(ctrl.SetupSignalHandler(), at, *certificates); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, at ports, certificates string) error {
	// The webhook of DevClusterTemplate refuses everything while classes are off.
	if err := feature.MutableGates.Set("ClusterTopology=true"); err != nil {
		return err
	}
	manager, err := newManager(at, certificates)
	if err != nil {
		return err
	}
	if err := addReconcilers(ctx, manager, at); err != nil {
		return err
	}
	if err := addWebhooks(manager); err != nil {
		return err
	}
	return manager.Start(ctx)
}

func newManager(at ports, certificates string) (ctrl.Manager, error) {
	scheme, err := schemeWith(clientgoscheme.AddToScheme, apiextensionsv1.AddToScheme, clusterv1.AddToScheme,
		infrav1beta1.AddToScheme, infrav1.AddToScheme)
	if err != nil {
		return nil, err
	}
	ofClusters, err := labels.Parse(clusterv1.ClusterNameLabel)
	if err != nil {
		return nil, err
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 200, 400
	resync := 10 * time.Minute
	return ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		HealthProbeBindAddress: fmt.Sprintf("%s:%d", address, at.health),
		Metrics:                metricsserver.Options{BindAddress: "0"},
		Cache: cache.Options{
			SyncPeriod: &resync,
			ByObject:   map[client.Object]cache.ByObject{&corev1.Secret{}: {Label: ofClusters}},
		},
		Client: client.Options{Cache: &client.CacheOptions{
			DisableFor:   []client.Object{&corev1.ConfigMap{}, &corev1.Secret{}},
			Unstructured: true,
		}},
		WebhookServer: webhook.NewServer(webhook.Options{Host: address, Port: at.webhook, CertDir: certificates}),
	})
}

func addReconcilers(ctx context.Context, manager ctrl.Manager, at ports) error {
	clusters, err := newClusterCache(ctx, manager)
	if err != nil {
		return err
	}
	scheme, err := schemeWith(cloudv1.AddToScheme, corev1.AddToScheme, appsv1.AddToScheme, rbacv1.AddToScheme,
		storagev1.AddToScheme, apiextensionsv1.AddToScheme, policyv1.AddToScheme)
	if err != nil {
		return err
	}
	cloud := inmemoryruntime.NewManager(scheme)
	if err := cloud.Start(ctx); err != nil {
		return err
	}
	servers, err := inmemoryserver.NewWorkloadClustersMux(cloud, address, inmemoryserver.CustomPorts{
		MinPort: int32(at.first), MaxPort: int32(at.last), DebugPort: int32(at.debug),
	})
	if err != nil {
		return err
	}
	// The reconcilers refuse to start without a container runtime, which machines in memory never use.
	containers, err := container.NewFakeClient()
	if err != nil {
		return err
	}
	machines := controllers.DevMachineReconciler{
		Client: manager.GetClient(), ContainerRuntime: containers, ClusterCache: clusters, InMemoryManager: cloud,
		APIServerMux: servers,
	}
	if err := machines.SetupWithManager(ctx, manager, controller.Options{MaxConcurrentReconciles: 50}); err != nil {
		return err
	}
	infrastructure := controllers.DevClusterReconciler{
		Client: manager.GetClient(), ContainerRuntime: containers, InMemoryManager: cloud, APIServerMux: servers,
	}
	return infrastructure.SetupWithManager(ctx, manager, controller.Options{})
}

func newClusterCache(ctx context.Context, manager ctrl.Manager) (clustercache.ClusterCache, error) {
	cached, err := client.New(manager.GetConfig(), client.Options{
		HTTPClient: manager.GetHTTPClient(),
		Cache:      &client.CacheOptions{Reader: manager.GetCache()},
	})
	if err != nil {
		return nil, err
	}
	options := clustercache.Options{
		SecretClient: cached,
		Client: clustercache.ClientOptions{
			QPS: 20, Burst: 30, UserAgent: "in-memory",
			Cache: clustercache.ClientCacheOptions{
				DisableFor: []client.Object{&corev1.ConfigMap{}, &corev1.Secret{}},
			},
		},
	}
	return clustercache.SetupWithManager(ctx, manager, options, controller.Options{MaxConcurrentReconciles: 20})
}

func addWebhooks(manager ctrl.Manager) error {
	for _, hook := range []interface {
		SetupWebhookWithManager(ctrl.Manager) error
	}{
		&infrawebhooks.DevCluster{}, &infrawebhooks.DevClusterTemplate{},
		&infrawebhooks.DevMachine{}, &infrawebhooks.DevMachineTemplate{},
	} {
		if err := hook.SetupWebhookWithManager(manager); err != nil {
			return err
		}
	}
	return manager.AddReadyzCheck("webhook", manager.GetWebhookServer().StartedChecker())
}

func schemeWith(adders ...func(*runtime.Scheme) error) (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range adders {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	return scheme, nil
}
